const disciplines: Readonly<Record<string, readonly string[]>> = {
  "Art and Design": ["Art", "Art_Theory", "Design", "Music"],
  Business: ["Accounting", "Economics", "Finance", "Manage", "Marketing"],
  Science: ["Biology", "Chemistry", "Geography", "Math", "Physics"],
  "Health and Medicine": ["Basic_Medical_Science", "Clinical_Medicine", "Diagnostics_and_Laboratory_Medicine", "Pharmacy", "Public_Health"],
  "Humanities and Social Science": ["History", "Literature", "Psychology", "Sociology"],
  "Tech and Engineering": ["Agriculture", "Architecture_and_Engineering", "Computer_Science", "Electronics", "Energy_and_Power", "Materials", "Mechanical_Engineering"],
};

/** The discipline of one of MMMU's 30 subjects; the subject's own name where it is none of them. */
export function disciplineOf(subject: string): string {
  return Object.keys(disciplines).find((name) => disciplines[name]!.includes(subject)) ?? subject;
}
