import { dataFolder } from '../../internal/forms/reserved-params.ts'
import { stripBasename } from '../page-protocol/basename.ts'
import type { RouteManifest } from '../page-protocol/manifest.ts'
import { RESPONSE_HEADER, VERSION_HEADER, type DataResponse } from '../page-protocol/wire.ts'
import type { ClientRouterOptions, Seams } from './seams.ts'
import { allowDocumentLoad } from './load-document.ts'

/**
 * Reads the data of pages from the files of a static export, which has no server.
 *
 * @param manifest The manifest
 * @param seams How files are fetched, and the record of automatic document loads
 */
export function staticData(
  { basename, version }: RouteManifest,
  { data, skew }: Pick<Seams, 'data' | 'skew'>,
): Pick<ClientRouterOptions, 'data' | 'dataUrl'> {
  const folder = `${basename === '/' ? '' : basename}/${dataFolder}`
  /** Marks a request for a page without loaders. Browsers do not send it. */
  const mark = '#'

  return {
    dataUrl(url, ids) {
      const path = stripBasename(url.replace(/[?#].*$/s, ''), basename)!.replace(/\/$/, '')
      return `${folder}${path || '/index'}.json${ids.length > 0 ? '' : mark}`
    },
    async data(request) {
      const { method, url } = request
      if (!url.startsWith(`${folder}/`)) return data(request)
      if (method !== 'GET') return refusal(version)

      const response = await data(request)
      if (response.status === 404) {
        if (!url.endsWith(mark)) return createResponse(404, {}, version)
        // With no loader to request, nothing would fail, and the page would show although the site
        // does not have it.
        const path = url.slice(folder.length, -'.json#'.length)
        return allowDocumentLoad(skew, version, path, Date.now())
          ? { ...createResponse(404, {}, version), type: 'opaqueredirect' }
          : response
      }
      return response.status === 200 ? readFile(response) : response
    },
  }
}

/** Static hosts do not send the headers of the framework, so the file contains their values. */
async function readFile(response: DataResponse): Promise<DataResponse> {
  try {
    const { version, loaders, redirect } = JSON.parse(await response.text())
    if (typeof version === 'string') {
      if (redirect) return createResponse(202, { redirect }, version)
      if (loaders) return createResponse(200, loaders, version)
    }
  } catch {
    // The host sends a page for every URL.
  }
  return { ...plain(200), text: async () => '' }
}

function refusal(version: string): DataResponse {
  const error = {
    type: 'response',
    status: 405,
    statusText: 'Method Not Allowed',
    data: 'Cannot send this form: this site is static, so there is no server to run an action',
  }
  return createResponse(405, { error }, version)
}

function createResponse(status: number, body: unknown, version: string): DataResponse {
  const headers: Record<string, string> = { [RESPONSE_HEADER]: 'data', [VERSION_HEADER]: version }
  return {
    ...plain(status),
    headers: { get: (name) => headers[name] ?? null },
    text: async () => JSON.stringify(body),
  }
}

function plain(status: number): Omit<DataResponse, 'text'> {
  return { status, statusText: '', headers: { get: () => null } }
}
