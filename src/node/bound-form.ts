import { countLimits, parseFormData } from '../form-data-parser/index.ts'

/**
 * Makes `request.formData()` refuse a form of more than 1000 fields and files.
 *
 * Node's own reader takes as many as fit into a body, and its time grows with the square of their number: a megabyte of `&`
 * keeps it busy for seconds. Sizes are limited by `maxBodySize`.
 */
export function boundForm(request: Request): void {
  const formData = async (): Promise<FormData> => {
    if (request.bodyUsed) {
      throw new TypeError('Cannot read the request body as a form: it was already read')
    }

    return parseFormData(request, countLimits)
  }
  Object.defineProperty(request, 'formData', {
    value: formData,
    configurable: true,
    writable: true,
  })
}
