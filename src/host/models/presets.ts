/** Base URLs of services that speak the OpenAI protocol, for people to choose from; nothing else is known of them here. */
export const hostedEndpoints: readonly { readonly title: string; readonly baseUrl: string }[] = [
  { title: "OpenAI", baseUrl: "https://api.openai.com/v1" },
  { title: "OpenRouter", baseUrl: "https://openrouter.ai/api/v1" },
  { title: "Google Gemini", baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai" },
  { title: "Groq", baseUrl: "https://api.groq.com/openai/v1" },
  { title: "Together", baseUrl: "https://api.together.xyz/v1" },
  { title: "Hugging Face", baseUrl: "https://router.huggingface.co/v1" },
  { title: "Mistral", baseUrl: "https://api.mistral.ai/v1" },
  { title: "xAI", baseUrl: "https://api.x.ai/v1" },
];
