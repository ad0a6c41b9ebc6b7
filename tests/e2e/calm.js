// Tells when a page has come to rest: what was touched has been answered, and all is drawn.
// What moves does so in a tenth of the time: the client reads from its frames how late it is.
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

  // Another route of the same page is asked for as by a touch.
  addEventListener("popstate", () => { touched = now(); });

  // What goes to Python and comes from it: by a socket, or by a thread within the page.
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

  // Seconds since anything moved; nothing while a touch is on its way or a frame is to be drawn.
  // Not every touch is answered, and a frame that nobody sees may never be drawn.
  window.calm = () => {
    if (answered < touched && now() - touched < 3000) return 0;
    if (waiting.size && now() - drawn < 1000) return 0;
    return (now() - Math.max(answered, drawn)) / 1000;
  };
})();
