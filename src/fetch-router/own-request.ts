import { parseFormData } from '../form-data-parser/index.ts'
import { countLimits } from '../form-data-parser/shared.ts'
import { own, type Identity, type ParseForm } from '../internal/exchange/owned-request.ts'

/** Replaces the readers of a request: a malformed body becomes a 400, and a form has limits. */
export function ownRequest(request: Request, identity?: Identity): Request {
  return own(request, parseForm, identity)
}

const parseForm: ParseForm = (source, options = countLimits) => parseFormData(source, options)
