// Lets a person choose a photo, or take one where the system offers its camera, makes it small, and
// hands it to the app in pieces that fit the frames of a guest. Painting it anew also drops what the
// camera wrote into it, such as the place.
(() => {
  "use strict";
  const { keep, onAsked, happened } = companionDevice;
  const SIDES = [1600, 1200, 900, 600];
  const QUALITIES = [0.8, 0.65, 0.5];
  keep("takes_photos", true);

  onAsked("flutter.photo", (value) => choose(JSON.parse(JSON.parse(value))), { passes: true });

  function choose(asked) {
    document.getElementById("companion-photo")?.remove();
    const input = document.createElement("input");
    Object.assign(input, { id: "companion-photo", type: "file", accept: "image/*", tabIndex: -1 });
    input.style.cssText = "position:fixed;width:1px;height:1px;opacity:0";
    input.setAttribute("aria-hidden", "true");
    input.addEventListener("cancel", () => input.remove());
    input.addEventListener("change", () => {
      const [file] = input.files;
      input.remove();
      if (file) hand(asked, file);
    });
    document.body.append(input);
    input.click();
  }

  // A file that is no photo comes as nothing, and the app says so.
  async function hand({ id, most, piece }, file) {
    let text = "";
    try {
      text = await asText(await small(file, most));
    } catch { /* not a photo that this browser can read */ }
    const total = Math.ceil(text.length / piece);
    for (let n = 0; n < Math.max(total, 1); n += 1) {
      happened("photo", `${id}:${n}:${total}:${text.slice(n * piece, (n + 1) * piece)}`);
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
