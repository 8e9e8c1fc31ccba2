import { waitParam } from './wait-param.ts'

/** The name in a query that makes a request for data of a page: `pages/page-protocol/data-url.ts` reads and writes it. */
export const dataParam = '_data'

/** The names in a query that the app never sees. */
export const reservedParams: readonly string[] = [dataParam, waitParam]

/** The folder of a static export that has the data of its pages. */
export const dataFolder = '_data'
