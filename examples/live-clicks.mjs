// Prints clicks as they happen, until it is stopped.
import { request } from './api.mjs';

const { body } = await request('/api/stream');
let text = '';
for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
  text += chunk;
  // Events are separated by an empty line; each has lines such as `event: click` and `data: {…}`.
  const events = text.split('\n\n');
  text = events.pop() ?? '';
  for (const event of events) {
    const fields = Object.fromEntries(event.split('\n').map((line) => line.split(/: (.*)/s, 2)));
    if (fields.event === 'click') console.log(fields.data);
  }
}
