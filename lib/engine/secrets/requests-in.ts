import { isJsonObject, type JsonValue } from '#contract';

/** A request in the input of a built-in type. `url` is missing when it is known only in the run. */
type DescribedRequest = { url: URL | undefined; value: JsonValue };

/** Returns the requests that the input of `http.request` or `workflow` describes. Other types describe none. */
export function requestsIn(type: string, input: JsonValue): DescribedRequest[] {
  if (type === 'http.request') return [described(input)];
  if (type !== 'workflow' || !isJsonObject(input) || !Array.isArray(input.steps)) return [];
  return input.steps.flatMap((step) => (isJsonObject(step) && step.http !== undefined ? [described(step.http)] : []));
}

function described(value: JsonValue): DescribedRequest {
  const url = isJsonObject(value) ? value.url : undefined;
  return { url: typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined, value };
}
