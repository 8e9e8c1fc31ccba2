import { countLimits, parseFormData } from '../form-data-parser/index.ts'

/**
 * Makes `request.formData()`, also that of its clones, refuse a form of more than 1000 fields and files.
 *
 * Node's own reader takes as many as fit into a body, and its time grows with the square of their number: a megabyte of `&`
 * keeps it busy for seconds. Sizes are limited by `maxBodySize`.
 */
export function boundForm(request: Request): Request {
  define(request, 'formData', () => readForm(request))
  define(request, 'clone', () => boundForm(clone.call(request)))

  return request
}

const { clone } = Request.prototype

async function readForm(request: Request): Promise<FormData> {
  if (request.bodyUsed) {
    throw new TypeError('Cannot read the request body as a form: it was already read')
  }

  return parseFormData(request, countLimits)
}

function define(request: Request, name: 'formData' | 'clone', value: () => unknown): void {
  Object.defineProperty(request, name, { value, configurable: true, writable: true })
}
