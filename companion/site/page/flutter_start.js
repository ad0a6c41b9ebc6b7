// Starts the stock client. Flutter's own code is configured here, never changed.
/* global flet, _flutter */
var flet = (() => {
  "use strict";
  const base = new URL(".", document.baseURI).pathname;
  return {
    pyodide: true,
    multiView: false,
    noCdn: true,
    webSocketEndpoint: "",
    entrypointBaseUrl: base,
    assetBase: base,
    routeUrlStrategy: "hash",
    canvasKitBaseUrl: `${base}canvaskit/`,
    fontFallbackBaseUrl: "assets/fonts/",
    pyodideUrl: "",
    webRenderer: "canvaskit",
    appPackageUrl: "",
    pythonModuleName: "main",
    micropipIncludePre: false,
  };
})();
flet.flutterAppLoaded = new Promise((resolve) => { flet.flutterAppResolve = resolve; });

_flutter.buildConfig = {
  engineRevision: "{engine}",
  builds: [{ compileTarget: "dart2js", renderer: "canvaskit", mainJsPath: "main.dart.js" }],
};

globalThis.companionBegins.promise.then(() => {
  "use strict";
  const config = {
    multiViewEnabled: false,
    entrypointBaseUrl: flet.entrypointBaseUrl,
    assetBase: flet.assetBase,
    canvasKitBaseUrl: flet.canvasKitBaseUrl,
    fontFallbackBaseUrl: flet.fontFallbackBaseUrl,
    renderer: "canvaskit",
  };
  return _flutter.loader.load({
    config,
    onEntrypointLoaded: async (engine) => {
      flet.flutterApp = await (await engine.initializeEngine(config)).runApp();
      flet.flutterAppResolve(flet.flutterApp);
    },
  });
}).catch(globalThis.companionBegins.failed);
