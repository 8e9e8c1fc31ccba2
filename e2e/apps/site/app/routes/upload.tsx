import { Form, json, useActionData, type ActionArgs } from 'framework'

export async function action({ request }: ActionArgs) {
  const form = await request.formData()
  const files = form.getAll('files') as File[]
  return json({
    comment: String(form.get('comment')),
    files: await Promise.all(
      files.map(
        async (file) => `${file.name} ${file.type} ${file.size} ${(await file.text()).slice(0, 5)}`,
      ),
    ),
  })
}

export default function Upload() {
  const result = useActionData<typeof action>()
  return (
    <Form method="post" encType="multipart/form-data">
      <h1>Upload</h1>
      <input name="comment" aria-label="Comment" />
      <input name="files" type="file" multiple aria-label="Files" />
      <button>Send</button>
      {result && <p id="comment">{result.comment}</p>}
      {result?.files.map((file) => (
        <p className="file" key={file}>
          {file}
        </p>
      ))}
    </Form>
  )
}
