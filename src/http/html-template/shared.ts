// The exports for other folders of the framework. They are not published.
export { escapeHtml } from './escape-html.ts'
