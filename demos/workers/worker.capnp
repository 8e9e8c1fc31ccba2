# Two Workers and a folder: `assets` serves hashed files, and hands everything else to the app.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "assets", worker = .assets),
    (name = "app", worker = .app),
    (name = "files", disk = "build/client"),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "assets")],
);

const assets :Workerd.Worker = (
  modules = [(name = "assets.js", esModule = embed "assets.js")],
  bindings = [(name = "files", service = "files"), (name = "app", service = "app")],
  compatibilityDate = "2026-01-01",
);

const app :Workerd.Worker = (
  modules = [(name = "index.js", esModule = embed "build/server/index.js")],
  bindings = [(name = "API_TOKEN", fromEnvironment = "API_TOKEN")],
  compatibilityDate = "2026-01-01",
  # process.env has the bindings; request.signal aborts when the client leaves
  compatibilityFlags = ["nodejs_compat", "enable_request_signal"],
);
