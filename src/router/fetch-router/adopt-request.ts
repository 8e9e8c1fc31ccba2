import type { InputSource } from '../contract/shared.ts'
import { parseFormData } from '../../http/form-data-parser/index.ts'
import { countLimits, parseUrlencodedText } from '../../http/form-data-parser/shared.ts'
import type { RequestFacts } from '../../internal/exchange/request-facts.ts'
import {
  adopt,
  RequestBody,
  type ParseForm,
  type Wire,
} from '../../internal/exchange/request-body.ts'

/** Makes a request a view of its body: a malformed body becomes a 400, and a form has limits. */
export function adoptRequest(request: Request, facts?: RequestFacts): Request {
  return adopt(request, parseForm, facts)
}

/** Creates the body of a request that is not a `Request` yet. */
export function createBody(facts: RequestFacts, wire: Wire | undefined): RequestBody {
  return new RequestBody(parseForm, facts, wire)
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
