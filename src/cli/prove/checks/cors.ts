import type { Check } from './check.ts'

/** Another site cannot read the responses that a visitor gets. */
export const cors: Check = {
  name: 'cors',
  title: 'Another site must not read what a visitor sees',
  advice:
    'List the origins that you trust in the `origin` of cors(). Do not send back the Origin of the request together with Access-Control-Allow-Credentials.',

  judge({ planned, sent }) {
    const origin = planned.attack.headers.find(([name]) => name === 'Origin')?.[1]
    const allowed = sent.headers.get('Access-Control-Allow-Origin')
    if (origin === undefined || allowed !== origin) return undefined
    if (sent.headers.get('Access-Control-Allow-Credentials') !== 'true') return undefined

    return {
      says: `got Access-Control-Allow-Origin: ${allowed} with Access-Control-Allow-Credentials: true, so every site can read it with the visitor's cookies`,
      cause: origin,
    }
  },
}
