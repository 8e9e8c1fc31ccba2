import type { InputSource } from '../contract/shared.ts'
import { parseFormData } from '../form-data-parser/index.ts'
import { countLimits, parseUrlencodedText } from '../form-data-parser/shared.ts'
import type { Identity } from '../internal/exchange/identity.ts'
import { own, RequestBody, type ParseForm, type Wire } from '../internal/exchange/request-body.ts'

/** Makes a request a view of its body: a malformed body becomes a 400, and a form has limits. */
export function ownRequest(request: Request, identity?: Identity): Request {
  return own(request, parseForm, identity)
}

/** Creates the body of a request that is not a `Request` yet. */
export function createBody(identity: Identity, wire: Wire | undefined): RequestBody {
  return new RequestBody(parseForm, identity, wire)
}

const parseForm: ParseForm = (source, options = countLimits) => parseFormData(source, options)

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
