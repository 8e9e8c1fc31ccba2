export { formData, type ContextWithFormData, type FormDataOptions } from './form-data.ts'
