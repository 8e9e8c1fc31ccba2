// The exports for other folders of the framework. They are not published.
export { isControl, readControls } from './controls.ts'
export {
  attribute,
  chainOf,
  collapse,
  elementsOf,
  hasAttribute,
  isReachable,
  loadParser,
  parentOf,
  resolveAddress,
  textContent,
  visibleText,
  type HtmlElement,
  type HtmlNode,
} from './html.ts'
export { createNames, type Names } from './names.ts'
export { findHandoff } from './wait-for-change.ts'
