/** Whether `Request` refuses a method. Some runtimes hand such a request over, but no copy of it can be made. */
export function isForbiddenMethod(method: string): boolean {
  return method === 'TRACE' || method === 'TRACK' || method === 'CONNECT'
}
