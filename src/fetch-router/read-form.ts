import type { InputSource } from '../contract/shared.ts'
import { countLimits, parseUrlencodedText } from '../form-data-parser/shared.ts'
import type { RequestBody } from '../internal/exchange/request-body.ts'

/** Reads a form for a contract, as {@link InputSource.form} says. */
export function readForm(
  body: RequestBody,
  multipart: Parameters<InputSource['form']>[0],
): ReturnType<InputSource['form']> {
  return multipart === undefined
    ? body.text().then(parseText)
    : body.form(String(multipart), countLimits)
}

function parseText(text: string): URLSearchParams {
  return parseUrlencodedText(text, countLimits.maxParts)
}
