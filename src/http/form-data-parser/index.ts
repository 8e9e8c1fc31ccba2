export {
  FormDataParseError,
  FormLimitError,
  type FormLimit,
  MaxFilesExceededError,
  MaxFileSizeExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
} from './errors.ts'
export { FileUpload } from './file-upload.ts'
export type { FormDataLimits } from './limits.ts'
export type { MultipartPart } from './multipart-part.ts'
export {
  parseFormData,
  type FormDataRequest,
  type ParseFormDataOptions,
  type UploadHandler,
  type UploadResult,
} from './parse-form-data.ts'
export { parseMultipart, type ParseMultipartOptions } from './parse-multipart.ts'
