/**
 * The header that says who is signed in, in an app with `visitor`: a digest, {@link nobody} or {@link unknownVisitor}. On the
 * response to a mutation, it says for whom the action ran, `*` if that is not known, and after a comma who it is now.
 */
export const VISITOR_HEADER = 'X-Framework-Visitor'
/** In that header: nobody is signed in. A proxy may remove an empty header. */
export const nobody = '-'
/** In that header: it is not known who is signed in now. */
export const unknownVisitor = '?'
