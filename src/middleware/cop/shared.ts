// The exports for other folders of the framework. They are not published.
export {
  findCrossOrigin,
  isOriginOf,
  isOwnSite,
  isTypedAddress,
  refuseCrossOrigin,
} from './cross-origin.ts'
