// What other folders of the framework use from this one. It is not published.
export { openAppRunner, readInMemoryApp, type AppRunner } from './app-runner.ts'
export { childNodes } from './free-names.ts'
export {
  inspectApp,
  type InspectedApp,
  type InspectedContract,
  type ServedRoute,
} from './inspect-app.ts'
export { nearestName } from './nearest-name.ts'
export { parseModule, position, readImports } from './strip-exports.ts'
