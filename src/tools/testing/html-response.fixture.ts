/** A page. */
export function html(markup: string, init: { headers?: Record<string, string> } = {}): Response {
  return new Response(markup, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...init.headers },
  })
}
