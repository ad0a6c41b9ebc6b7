// Tell when a page is idle: the last touch was answered and everything is drawn.
// Animations run ten times as fast: the client sees in its frames how late it is.
(() => {
  const PACE = 10;
  const now = () => performance.now();
  let touched = -Infinity; // when a touch was last sent
  let answered = now(); // when something last came
  let drawn = now(); // when a frame was last drawn

  // Flutter asks for a frame whenever it has something to lay out.
  const waiting = new Set();
  const [ask, cancel] = [window.requestAnimationFrame, window.cancelAnimationFrame];
  window.requestAnimationFrame = (draw) => {
    const frame = ask.call(window, (time) => {
      waiting.delete(frame);
      drawn = now();
      return draw(PACE * time);
    });
    waiting.add(frame);
    return frame;
  };
  window.cancelAnimationFrame = (frame) => {
    waiting.delete(frame);
    return cancel.call(window, frame);
  };

  // A change of route within the page counts as a touch.
  addEventListener("popstate", () => { touched = now(); });

  // Watch the traffic to and from Python: by a socket, or by a worker within the page.
  const text = new TextDecoder("latin1");
  const goes = (data) => {
    const bytes = data instanceof ArrayBuffer || ArrayBuffer.isView(data);
    if (bytes && text.decode(data).includes("click")) touched = now();
  };
  const comes = ({ data }) => {
    if (data instanceof Object && !("step" in data)) answered = now();
  };
  const watched = (Stock, sends) => class extends Stock {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", comes);
    }

    [sends](data, ...rest) {
      goes(data);
      return super[sends](data, ...rest);
    }
  };
  window.WebSocket = watched(window.WebSocket, "send");
  window.Worker = watched(window.Worker, "postMessage");

  // Return the seconds since the last activity; 0 while a touch is unanswered or a frame is
  // pending. Both waits are limited: some touches get no answer, and an invisible frame may never
  // be drawn.
  window.calm = () => {
    if (answered < touched && now() - touched < 3000) return 0;
    if (waiting.size && now() - drawn < 1000) return 0;
    return (now() - Math.max(answered, drawn)) / 1000;
  };
})();
