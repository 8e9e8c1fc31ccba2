// The exports for other folders of the framework. They are not published.
export { filesFirst } from './files-first.ts'
export {
  endNewestBuild,
  recordBuild,
  removeOldBuilds,
  writeWhole,
  type KeptFolder,
} from './kept-builds.ts'
export { sourceOf, type ChunkSource } from './chunk-source.ts'
