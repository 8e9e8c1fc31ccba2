// What other folders of the framework use from this one. It is not published.
export { filesFirst } from './files-first.ts'
export {
  endNewestBuild,
  recordBuild,
  removeOldBuilds,
  writeWhole,
  type KeptFolder,
} from './kept-builds.ts'
