// Measure the contrast of every text with its background, as CanvasKit paints it.
//
// The background of a text, or of an icon, is what was painted earlier in the same picture at the
// middle of the text. If nothing was, it is the ground of the page, which the test sets. Fading
// splits the page into several pictures, so the background may be in an earlier one: the text then
// has to stand out from that, or from the ground. Text on a drawing of our own is not checked:
// whoever drew it is responsible.
(() => {
  let kit, seen = 0, ground = [255, 255, 255], found = new Map(), frame = [];
  window.contrast = {
    begin(colour) { ground = colour; found = new Map(); },
    all() { return [...found.values()]; },
    seen() { return seen; },
  };
  const strokes = new WeakSet(), texts = new WeakMap(), shapes = new WeakMap();
  const decoder = new TextDecoder();
  const bytes = (colour) => [...colour].map((part) => part * 255);
  const over = (ink, under) => under.map((part, n) => part + (ink[n] - part) * ink[3] / 255);
  const part = (value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const placed = (canvas, left, top, right, bottom) => {
    const m = canvas.getTotalMatrix();
    return { left: m[0] * left + m[2], top: m[4] * top + m[5],
             right: m[0] * right + m[2], bottom: m[4] * bottom + m[5] };
  };
  const holds = (box, x, y) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;

  const noted = (canvas) => {
    if (!shapes.has(canvas)) {
      shapes.set(canvas, []);
      if (!frame.length) requestAnimationFrame(() => { frame = []; });
      frame.push(canvas);
    }
    return shapes.get(canvas);
  };
  // Return the colour painted at a point, all layers combined; null on a drawing of our own.
  const painted = (canvas, at, from) => noted(canvas)
    .filter((shape) => holds(shape.box, ...at) && (shape.has?.(...at) ?? true))
    .reduce((colours, shape) => shape.colour && colours && over(shape.colour, colours), from);
  const covered = (colour, from) => !colour || colour.some((part, n) => part !== from[n]);

  // Return the possible backgrounds of a text: in its own picture, or in an earlier one.
  function grounds(canvas, at) {
    const own = painted(canvas, at, ground);
    if (covered(own, ground)) return [own];
    const before = frame.slice(0, Math.max(0, frame.indexOf(canvas)))
      .map((earlier) => painted(earlier, at, ground))
      .filter((colour) => covered(colour, ground));
    return [own, ...before];
  }

  function judge(canvas, paragraph, x, y) {
    const { text, colour, size, bold } = texts.get(paragraph) ?? {};
    if (!text?.trim() || !colour) return;
    seen += 1;
    const box = placed(canvas, x, y, x + paragraph.getLongestLine(), y + paragraph.getHeight());
    const at = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const all = grounds(canvas, at);
    // Text on a drawing of our own is part of the drawing.
    if (all.includes(null)) return;
    const by = (one) => ratio(over(colour, one), one);
    const under = all.reduce((best, one) => by(one) > by(best) ? one : best);
    const measured = by(under);
    const icon = [...text].length === 1 && text.codePointAt(0) >= 0xe000;
    const least = icon || size >= 24 || (bold && size >= 18.6) ? 3 : 4.5;
    // Disabled controls are faded on purpose.
    if (measured < least && colour[3] > 0.5 * 255) {
      const [ink, on] = [colour, under].map((one) => one.slice(0, 3).map(Math.round));
      found.set(text, `${measured.toFixed(2)}: ${text} (${ink} on ${on})`);
    }
    if (icon) noted(canvas).push({ box, colour });
  }

  function hook() {
    const { build, pushStyle, pushPaintStyle } = kit.ParagraphBuilder.prototype;
    const styles = new WeakMap();
    const note = (builder, style, paint) => {
      const colour = paint ? paint.getColor() : style.color;
      if (colour && !styles.has(builder)) {
        const weight = style.fontStyle?.weight;
        styles.set(builder, { colour: bytes(colour), size: style.fontSize, bold: (weight?.value ?? weight) >= 700 });
      }
    };
    kit.ParagraphBuilder.prototype.pushStyle = function (style) {
      note(this, style);
      return pushStyle.call(this, style);
    };
    kit.ParagraphBuilder.prototype.pushPaintStyle = function (style, paint, ground) {
      note(this, style, paint);
      return pushPaintStyle.call(this, style, paint, ground);
    };
    kit.ParagraphBuilder.prototype.build = function () {
      const letters = Uint8Array.from(this.getText(), (letter) => letter.charCodeAt(0));
      const style = styles.get(this);
      const made = build.call(this);
      texts.set(made, { text: decoder.decode(letters), ...style });
      return made;
    };
    const canvas = kit.Canvas.prototype;
    const shape = (name, rect, inside) => {
      const stock = canvas[name];
      canvas[name] = function (...given) {
        const paint = given[given.length - 1];
        // An outline is no background.
        if (!strokes.has(paint)) {
          const box = placed(this, ...rect(given)), m = this.getTotalMatrix();
          const within = inside?.(given);
          const has = within && ((x, y) => within((x - m[2]) / m[0], (y - m[5]) / m[4]));
          noted(this).push({ box, has, colour: bytes(paint.getColor()) });
        }
        return stock.apply(this, given);
      };
    };
    const unknown = (name, rect) => {
      const stock = canvas[name];
      canvas[name] = function (...given) {
        noted(this).push({ box: placed(this, ...rect(given)), colour: null });
        return stock.apply(this, given);
      };
    };
    const first = ([rect]) => rect.slice(0, 4);
    const round = ([x, y, r]) => [x - r, y - r, x + r, y + r];
    const hollow = ([, [left, top, right, bottom]]) =>
      (x, y) => x < left || right < x || y < top || bottom < y;
    const drawn = ([path]) => { const kept = path.copy(); return (x, y) => kept.contains(x, y); };
    for (const name of ["drawRRect", "drawRect", "drawOval"]) shape(name, first);
    shape("drawCircle", round);
    for (const name of ["drawImageRect", "drawImageRectOptions", "drawImageRectCubic"]) {
      unknown(name, ([, , to]) => to.slice(0, 4));
    }
    unknown("drawPicture", ([picture]) => picture.cullRect());
    shape("drawDRRect", first, hollow);
    shape("drawPath", ([path]) => path.getBounds(), drawn);
    const stock = canvas.drawParagraph;
    canvas.drawParagraph = function (...given) {
      judge(this, ...given);
      return stock.apply(this, given);
    };
  }
  Object.defineProperty(window, "flutterCanvasKit", {
    configurable: true,
    get: () => kit,
    set(value) {
      kit = value;
      if (!kit) return;
      const { setStyle } = kit.Paint.prototype;
      kit.Paint.prototype.setStyle = function (style) {
        if (style === kit.PaintStyle.Stroke) strokes.add(this); else strokes.delete(this);
        return setStyle.call(this, style);
      };
      hook();
    },
  });
})();
