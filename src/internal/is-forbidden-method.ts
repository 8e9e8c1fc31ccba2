/** Whether `Request` refuses a method. Some runtimes pass such a request to the handler, but it cannot be copied. */
export function isForbiddenMethod(method: string): boolean {
  return method === 'TRACE' || method === 'TRACK' || method === 'CONNECT'
}
