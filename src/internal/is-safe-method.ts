/** Whether a method, in upper case, is safe: it only reads (RFC 9110 §9.2.1). `TRACE` is refused before this is asked. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}
