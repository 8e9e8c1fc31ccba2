// What other folders of the framework use from this one. It is not published.
export {
  attribute,
  chainOf,
  collapse,
  elementsOf,
  hasAttribute,
  isReachable,
  loadParser,
  textContent,
  type HtmlElement,
} from './html.ts'
export { createNames, type Names } from './names.ts'
