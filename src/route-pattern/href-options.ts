/** Options of `createHref` and `route.href`. */
export interface HrefOptions {
  /**
   * Search params to add. A `URLSearchParams` keeps its order and its duplicates. Values that are `null` or `undefined`
   * are omitted.
   */
  searchParams?:
    | URLSearchParams
    | { readonly [name: string]: SearchParamValue | readonly SearchParamValue[] }
  /** An absolute URL. If the target has the same origin, the result is relative to it, such as `../users/1`. */
  baseURL?: string | URL
}

/** A value in {@link HrefOptions.searchParams}. */
export type SearchParamValue = string | number | null | undefined
