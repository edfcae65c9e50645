//! Parses what a later service may answer, with nothing but the generated models.
#[allow(dead_code, unused_imports, clippy::all)]
mod models;

use std::env::args;
use std::fs::read_to_string;

use models::{Message, ModelRun, Problem};

fn main() {
    let files: Vec<String> = args().skip(2).collect();
    let run: ModelRun = serde_json::from_str(&read_to_string(&files[0]).unwrap()).unwrap();
    let problem: Problem = serde_json::from_str(&read_to_string(&files[1]).unwrap()).unwrap();
    println!(
        "{} {} {} {}",
        run.state,
        run.reserved_amount,
        problem.code,
        problem.required_amount.unwrap()
    );
    // The message of the answer is one of a request.
    let _appended = Message::Assistant(run.message.unwrap());
}
