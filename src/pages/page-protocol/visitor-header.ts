/**
 * The header that says who is signed in, in an app with `visitor`: a digest, {@link nobody} or {@link unknownVisitor}. On
 * the response to a mutation, it says for whom the action ran, or `*` if that is not known. If the visitor may have changed,
 * the current one follows after a comma.
 */
export const VISITOR_HEADER = 'X-Framework-Visitor'
/** The value of that header for a guest. An empty header could be removed by a proxy. */
export const nobody = '-'
/** The value of that header if it is not known who is signed in now. */
export const unknownVisitor = '?'
