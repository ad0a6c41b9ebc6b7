// Lets a person choose a file, and hands it to the app in pieces. The stock client reads a whole file
// at once: with a backup of some megabytes the page then stands still for many seconds, and a frame
// that is too large ends the session.
//
// A photo, which may also be taken where the system offers its camera, is made small first. Painting
// it anew also drops what the camera wrote into it, such as the place.
(() => {
  "use strict";
  const { keep, onAsked, happened } = companionDevice;
  const SIDES = [1600, 1200, 900, 600];
  const QUALITIES = [0.8, 0.65, 0.5];
  keep("takes_files", true);

  const KINDS = {
    photo: { accept: "image/*", made: small },
    file: { accept: "", made: async (file) => file },
  };
  for (const name of Object.keys(KINDS)) {
    const act = (value) => choose(name, JSON.parse(JSON.parse(value)));
    onAsked(`flutter.${name}`, act, { passes: true });
  }

  function choose(name, asked) {
    const id = `companion-${name}`;
    document.getElementById(id)?.remove();
    const input = document.createElement("input");
    const { accept } = KINDS[name];
    Object.assign(input, { id, type: "file", accept, tabIndex: -1 });
    input.style.cssText = "position:fixed;width:1px;height:1px;opacity:0";
    input.setAttribute("aria-hidden", "true");
    input.addEventListener("cancel", () => input.remove());
    input.addEventListener("change", () => {
      const [file] = input.files;
      input.remove();
      if (file) hand(name, asked, file);
    });
    document.body.append(input);
    input.click();
  }

  // What cannot be read, or is too large, comes as nothing, and the app says so.
  async function hand(name, { id, most, piece }, file) {
    const nothing = (why) => happened(name, `${id}:0:0:${why}`);
    try {
      const blob = await KINDS[name].made(file, most);
      if (!blob.size) return nothing("");
      if (blob.size > most) return nothing("large");
      // Four letters of text stand for three bytes.
      const step = piece / 4 * 3;
      const total = Math.ceil(blob.size / step);
      for (let n = 0; n < total; n += 1) {
        const text = await asText(blob.slice(n * step, (n + 1) * step));
        happened(name, `${id}:${n}:${total}:${text}`);
      }
    } catch {
      nothing("");
    }
  }

  async function small(file, most) {
    const bitmap = await createImageBitmap(file);
    let blob = null;
    for (const side of SIDES) {
      const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, Math.round(bitmap.width * scale));
      canvas.height = Math.max(1, Math.round(bitmap.height * scale));
      const ink = canvas.getContext("2d");
      // What is transparent would come out black.
      ink.fillStyle = "#fff";
      ink.fillRect(0, 0, canvas.width, canvas.height);
      ink.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      for (const quality of QUALITIES) {
        blob = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", quality); });
        if (blob && blob.size <= most) return blob;
      }
    }
    return blob;
  }

  function asText(blob) {
    return new Promise((done, failed) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result.slice(reader.result.indexOf(",") + 1));
      reader.onerror = failed;
      reader.readAsDataURL(blob);
    });
  }
})();
