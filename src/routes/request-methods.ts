/** The seven standard methods. */
export const RequestMethods: readonly ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] =
  ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** One of the seven standard methods. */
export type RequestMethod = (typeof RequestMethods)[number]

/** Whether `value` is one of the seven standard methods, in upper case. */
export function isRequestMethod(value: unknown): value is RequestMethod {
  return (RequestMethods as readonly unknown[]).includes(value)
}
