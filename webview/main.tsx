import { render } from "preact";
import "katex/dist/katex.min.css";
import "./style/index.css";
import { App } from "./components/App";
import { ErrorBoundary } from "./components/ErrorBoundary";
import { connectHost } from "./host";
import { speakAsPage } from "./l10n";
import { copyAsTex } from "./text/copyTex";

const host = connectHost();
const report = (message: string): void => host.post({ type: "viewError", message });

window.addEventListener("error", (event) => report(event.message));
window.addEventListener("unhandledrejection", (event) => report(String(event.reason)));
document.addEventListener("copy", copyAsTex);

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element with the id root.");
speakAsPage({ lang: document.documentElement.lang, texts: root.dataset["texts"] });
render(<ErrorBoundary report={report}><App host={host} /></ErrorBoundary>, root);
