// Paints pictures of the app as PNG, and saves them or hands them to the share sheet: chats show an
// SVG as a document.
(() => {
  "use strict";
  const { keep, onAsked } = companionDevice;
  const PNG = "image/png";

  function shares() {
    try {
      return navigator.canShare?.({ files: [new File(["x"], "x.png", { type: PNG })] }) === true;
    } catch {
      return false;
    }
  }
  keep("shares_pictures", shares());

  onAsked("flutter.picture", (value) => {
    hand(JSON.parse(JSON.parse(value))).catch((error) => console.warn("picture", error));
  }, { passes: true });

  async function painted(svg) {
    const drawing = new Image();
    drawing.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    try {
      await drawing.decode();
      const canvas = document.createElement("canvas");
      canvas.width = drawing.naturalWidth;
      canvas.height = drawing.naturalHeight;
      canvas.getContext("2d").drawImage(drawing, 0, 0);
      return await new Promise((resolve, reject) => {
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("not painted"))), PNG);
      });
    } finally {
      URL.revokeObjectURL(drawing.src);
    }
  }

  async function hand({ what, name, svg, text }) {
    const file = new File([await painted(svg)], name, { type: PNG });
    if (what !== "share") return save(file);
    try {
      const whole = { files: [file], text };
      await navigator.share(navigator.canShare(whole) ? whole : { files: [file] });
    } catch (error) {
      // Closing the share sheet is not an error. A browser that shares only right after a touch may
      // find that the picture came too late, so it is saved instead.
      if (error?.name !== "AbortError") save(file);
    }
  }

  function save(file) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
})();
