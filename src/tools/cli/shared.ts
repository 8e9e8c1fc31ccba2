// The exports for `migrate/`, which is a package of its own. They are not published.
export { callCommand, consoleOutput, withoutControls } from './call-command.ts'
export type { Command, Output } from './command.ts'
export { packFramework } from './create-project.ts'
export { importVite } from './project.ts'
