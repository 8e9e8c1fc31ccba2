import { readInput, type InputSource, type ReadContract } from '../../router/contract/shared.ts'
import { adoptRequest, readForm } from '../../router/fetch-router/shared.ts'
import { bodyOf } from '../../internal/exchange/request-body.ts'
import { methodField } from '../../internal/http/http.ts'
import { stripIndexParam, takeDataParam } from '../../pages/page-protocol/shared.ts'
import { toRequest, type Attack } from './attack.ts'

/** Whether a contract accepts an attack as it was sent, even if middleware changed the request. */
export type Reading = 'accepted' | 'refused' | 'threw'

/** Reads an attack with the contract of a handler. */
export async function readSent(
  contract: ReadContract,
  attack: Attack,
  params: InputSource['params'],
  isLenient: boolean,
): Promise<Reading> {
  const request = toRequest(attack)
  if (request === null) return 'refused'

  try {
    const source = sourceOf(request, params)
    const { failure } = await readInput(contract, source, { isLenient, refusesUnreadable: true })
    return failure === undefined ? 'accepted' : 'refused'
  } catch {
    return 'threw'
  }
}

function sourceOf(request: Request, params: InputSource['params']): InputSource {
  const body = bodyOf(adoptRequest(request))!
  return {
    params,
    searchParams: new URL(stripIndexParam(takeDataParam(request.url).url)).searchParams,
    contentType: request.headers.get('Content-Type'),
    text: () => body.text(),
    async form(multipart) {
      const form = await readForm(body, multipart)
      form.delete(methodField)
      return form
    },
  }
}
