// The exports for other folders of the framework. They are not published.
export { escapeControls, escapeLines } from './escape-controls.ts'
export { textTable } from './text-table.ts'
