export {
  formData,
  type ContextWithFormData,
  type FormDataEntry,
  type FormDataOptions,
} from './form-data.ts'
export type { FileUpload, UploadHandler, UploadResult } from '../form-data-parser/index.ts'
