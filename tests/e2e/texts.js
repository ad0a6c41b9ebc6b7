// Check every text as CanvasKit paints it: which one is shortened, broken, or does not fit.
//
// The box of a text is the smallest one painted earlier in the same picture that contains its
// middle, and any clip, unless that is as high as a scrolling area. Nothing scrolls sideways, so no
// text may begin or end outside the screen. What is painted in a picture counts where that picture
// is painted in the end. Icons are texts of one letter.
(() => {
  const SLACK = 1.5, SCROLLS = 130;
  let kit, seen = 0, found = new Set();
  window.unfit = {
    clear() { found = new Set(); },
    all() { return [...found]; },
    seen() { return seen; },
  };
  const texts = new WeakMap(), boxes = new WeakMap(), clips = new WeakMap();
  // By picture, and by the canvas that records it: its texts, with their places.
  const held = new WeakMap(), recorded = new WeakMap();
  const decoder = new TextDecoder();

  const of = (map, canvas) => {
    if (!map.has(canvas)) map.set(canvas, []);
    return map.get(canvas);
  };
  const placed = (canvas, left, top, right, bottom) => {
    const m = canvas.getTotalMatrix();
    return { left: m[0] * left + m[2], top: m[4] * top + m[5],
             right: m[0] * right + m[2], bottom: m[4] * bottom + m[5] };
  };
  const holds = (box, x, y) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
  const area = (box) => (box.right - box.left) * (box.bottom - box.top);
  const beyond = (text, box) =>
    text.left < box.left - SLACK || text.right > box.right + SLACK ||
    text.top < box.top - SLACK || text.bottom > box.bottom + SLACK;

  function lies(canvas, ink, text) {
    if (held.has(canvas)) return held.get(canvas).push([ink, text]);
    const wide = innerWidth * devicePixelRatio;
    if (ink.left < -SLACK || ink.right > wide + SLACK) found.add(`beside the screen: ${text}`);
  }

  function shown(canvas, picture) {
    for (const [{ left, top, right, bottom }, text] of held.get(picture) ?? [])
      lies(canvas, placed(canvas, left, top, right, bottom), text);
  }

  function inked(canvas, paragraph, x, y) {
    const lines = paragraph.getLineMetrics();
    const left = x + Math.min(...lines.map((line) => line.left));
    const right = x + Math.max(...lines.map((line) => line.left + line.width));
    const drawn = placed(canvas, left, y, right, y + paragraph.getHeight());
    // The blank space above and below the letters of a line may overflow.
    const lead = (drawn.bottom - drawn.top) / lines.length * 0.2;
    return { ...drawn, top: drawn.top + lead, bottom: drawn.bottom - lead };
  }

  function judge(canvas, paragraph, x, y) {
    const text = texts.get(paragraph);
    if (!text?.trim()) return;
    seen += 1;
    const ink = inked(canvas, paragraph, x, y);
    const middle = [(ink.left + ink.right) / 2, (ink.top + ink.bottom) / 2];
    const around = of(boxes, canvas).filter((box) => holds(box, ...middle));
    const box = around.sort((a, b) => area(a) - area(b))[0];
    const cut = of(clips, canvas).filter(([, clip]) => clip.bottom - clip.top < SCROLLS);
    const wrong = [
      paragraph.didExceedMaxLines() && "shortened",
      paragraph.getMinIntrinsicWidth() > paragraph.getMaxWidth() + SLACK && "broken",
      box && beyond(ink, box) && "beyond its box",
      cut.some(([, clip]) => beyond(ink, clip)) && "cut off",
    ];
    for (const how of wrong.filter(Boolean)) found.add(`${how}: ${text}`);
    lies(canvas, ink, text);
  }

  function watch(canvas) {
    const around = (name, before) => {
      const stock = canvas[name];
      canvas[name] = function (...given) {
        before(this, ...given);
        return stock.apply(this, given);
      };
    };
    const box = (on, rect) => of(boxes, on).push(placed(on, ...rect.slice(0, 4)));
    const clip = (on, rect) => of(clips, on).push([on.getSaveCount(), placed(on, ...rect.slice(0, 4))]);
    for (const name of ["drawRRect", "drawRect", "drawDRRect"]) around(name, box);
    for (const name of ["clipRRect", "clipRect"]) around(name, clip);
    around("drawParagraph", judge);
    around("drawPicture", shown);
    for (const name of ["restore", "restoreToCount"]) {
      const stock = canvas[name];
      canvas[name] = function (...given) {
        stock.apply(this, given);
        const depth = this.getSaveCount();
        clips.set(this, of(clips, this).filter(([at]) => at <= depth));
      };
    }
  }

  function record(recorder) {
    const { beginRecording, finishRecordingAsPicture } = recorder;
    recorder.beginRecording = function (...given) {
      const canvas = beginRecording.apply(this, given);
      recorded.set(this, []);
      held.set(canvas, recorded.get(this));
      return canvas;
    };
    recorder.finishRecordingAsPicture = function () {
      const picture = finishRecordingAsPicture.call(this);
      held.set(picture, recorded.get(this));
      return picture;
    };
  }

  function hook() {
    const { build } = kit.ParagraphBuilder.prototype;
    kit.ParagraphBuilder.prototype.build = function () {
      const letters = Uint8Array.from(this.getText(), (letter) => letter.charCodeAt(0));
      const made = build.call(this);
      texts.set(made, decoder.decode(letters));
      return made;
    };
    watch(kit.Canvas.prototype);
    record(kit.PictureRecorder.prototype);
  }
  Object.defineProperty(window, "flutterCanvasKit", {
    configurable: true,
    get: () => kit,
    set(value) { kit = value; if (kit) hook(); },
  });
})();
