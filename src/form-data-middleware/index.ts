export {
  formData,
  type ContextWithFormData,
  type FormDataEntry,
  type FormDataOptions,
} from './form-data.ts'
export { FileUpload, type UploadHandler, type UploadResult } from '../form-data-parser/index.ts'
