// The start page is a page like the others, but `$.tsx` does not match `/`.
export { default, loader, meta } from './$.tsx'
