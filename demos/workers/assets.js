// Serves hashed files first, then the app. On Cloudflare the `assets` setting does this, but workerd does not have it.
const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

export default {
  async fetch(request, { files, app }) {
    const { url, method, headers } = request
    const { pathname } = new URL(url)
    const type = types[pathname.split('.').at(-1)]
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead || !pathname.startsWith('/assets/') || !type) return app.fetch(request)

    const file = await files.fetch(url, { method, headers })
    if (!file.ok) return app.fetch(request)

    const response = new Response(file.body, file)
    response.headers.set('Content-Type', type)
    response.headers.set('Cache-Control', 'public, max-age=31536000, immutable')
    return response
  },
}
