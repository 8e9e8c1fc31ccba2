import { readInput, type InputSource, type ReadContract } from '../../contract/shared.ts'
import { parseFormData } from '../../form-data-parser/index.ts'
import { countLimits, parseUrlencodedText } from '../../form-data-parser/shared.ts'
import { methodField } from '../../internal/override-method.ts'
import { stripIndexParam } from '../../page-protocol/index-param.ts'
import { takeDataParam } from '../../page-protocol/wire.ts'
import { toRequest, type Attack } from './attack.ts'

/** What a contract says about an attack as it was sent, whatever the app has made of it. */
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
    return await readInput<Reading>(
      contract,
      sourceOf(request, params),
      ({ failure }) => (failure === undefined ? 'accepted' : 'refused'),
      { isLenient, refusesUnreadable: true },
    )
  } catch {
    return 'threw'
  }
}

function sourceOf(request: Request, params: InputSource['params']): InputSource {
  const { headers, signal } = request
  return {
    params,
    searchParams: new URL(stripIndexParam(takeDataParam(request.url).url)).searchParams,
    contentType: headers.get('Content-Type'),
    text: () => request.text(),
    async form(multipart) {
      if (multipart === undefined) {
        const form = parseUrlencodedText(await request.text(), countLimits.maxParts)
        form.delete(methodField)
        return form
      }
      const { body } = request
      const form = await parseFormData({ headers, body, signal }, countLimits)
      form.delete(methodField)
      return form
    },
  }
}
